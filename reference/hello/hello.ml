let () = print_endline (read_line ())
