{-# LANGUAGE TemplateHaskell #-}
-- A language that runs the program's own code while it compiles: looks for secrets, writes where
-- it should not, and leaves a process behind.
import Control.Exception
import Language.Haskell.TH
import System.Environment
import System.Process

main :: IO ()
main = $(do
  let quiet :: IO () -> Q ()
      quiet action = runIO (action `catch` \problem -> print (problem :: SomeException))
  quiet (getEnvironment >>= print)
  quiet (readFile "{secret}" >>= putStr)
  quiet (readFile "{answer}" >>= putStr)
  quiet (readFile "/etc/shadow" >>= putStr)
  quiet (writeFile "/usr/hostile-left" "x" >> putStrLn "wrote")
  quiet (callCommand "cat /proc/*/environ 2>/dev/null")
  quiet (spawnCommand "trap '' TERM HUP; exec </dev/null >/dev/null 2>&1; while :; do sleep 1; done" >> pure ())
  fail "the end is reached")
