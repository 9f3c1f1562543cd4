#pragma once

namespace arbiter::arbiter_box {

/// Moves the nursery into a network namespace with nothing in it, which all its boxes then are in:
/// the kernel takes as long to make one and to end it as for the rest of a box, and no filter lets
/// a program have a socket that others could reach. A normal user's nursery gets a user namespace
/// with it, in which it is who it was.
///
/// False: not allowed here; then every box needs a network namespace of its own, and making it
/// tells what is missing.
bool enter_empty_network();

}  // namespace arbiter::arbiter_box
