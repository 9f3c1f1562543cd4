-- Attacks nothing: reserves a terabyte of addresses, and needs a locale that knows its letters.
main :: IO ()
main = do
  word <- getLine
  putStrLn (word ++ " ä " ++ show (sum [1 .. 1000 :: Int]))
