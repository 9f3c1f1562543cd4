# build_folder.sh ARCHIVE: runs the file "build" of the current folder, and packs what is there then.
./build || exit
if [ ! -x ./run ] || [ -d ./run ]; then
  echo 'error: the build script made no executable file called "run"' >&2
  exit 1
fi
# Links would lead elsewhere where the folder is run. The archive lies in a hidden folder.
exec /usr/bin/tar --create --file "$1" --format posix --dereference --hard-dereference -- *
