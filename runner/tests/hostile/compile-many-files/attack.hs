{-# LANGUAGE TemplateHaskell #-}
-- Makes so many files while it is compiled that removing them one after the other takes too long.
import Language.Haskell.TH
import System.Process

main :: IO ()
main = $(do
  runIO (callCommand "cd /tmp && mkdir -p a/b/c && chmod 0 a && seq 200000 | xargs touch || true")
  fail "the end is reached")
