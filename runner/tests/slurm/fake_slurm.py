"""Stands for the commands of Slurm where no cluster can be started; which one, its first argument says.

The folder FAKE_SLURM has a file `JOB_INDEX` for each task that has not ended: state, name and process. A file `down`
there means that the controller does not answer, one named `refuses` that it takes no job.
"""

import contextlib
import fcntl
import os
import pathlib
import signal
import subprocess
import sys

FOLDER = pathlib.Path(os.environ["FAKE_SLURM"])
JOB = str(os.getpid())


@contextlib.contextmanager
def alone():
    """What a task is does not change between a look and a step."""
    with open(FOLDER.parent / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def sbatch(words):
    if words == ["--version"]:
        print("slurm 22.05.8")
        return
    if (FOLDER / "refuses").exists():
        sys.exit("sbatch: error: Batch job submission failed: Invalid partition name specified")
    options = dict(word[2:].split("=", 1) for word in words if word.startswith("--") and "=" in word)
    name = options["job-name"]
    indices = range(int(options["array"].split("%")[0].split("-")[1]) + 1)
    for index in indices:
        (FOLDER / f"{JOB}_{index}").write_text(f"PENDING {name} 0")
    print(JOB, flush=True)
    if os.fork() > 0:
        return
    os.setsid()
    for descriptor in range(3):
        os.dup2(os.open(os.devnull, os.O_RDWR), descriptor)
    for index in indices:
        task = FOLDER / f"{JOB}_{index}"
        environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(index), "SLURM_ARRAY_JOB_ID": JOB,
                       "SLURMD_NODENAME": f"n{index % 2}"}
        with alone():
            if not task.exists():
                continue
            process = subprocess.Popen(["/bin/sh", *words[-2:]], env=environment, start_new_session=True)
            task.write_text(f"RUNNING {name} {process.pid}")
        process.wait()
        task.unlink(missing_ok=True)


def tasks(words):
    """All for squeue; those of the jobs, or with the identifiers, that are listed for scancel."""
    for path in sorted(FOLDER.glob("*_*")):
        state, name, process = path.read_text().split()
        if "--array" in words or path.name.split("_")[0] in words or path.name in words:
            yield path, state, name, int(process)


def squeue(words):
    for path, state, name, _ in tasks(words):
        job, index = path.name.split("_")
        print(f"{name}|{job}|{index}|{state}|None|{'n0' if state == 'RUNNING' else ''}")


def scancel(words):
    with alone():
        for path, _, _, process in tasks(words):
            path.unlink(missing_ok=True)
            if process:
                os.killpg(process, signal.SIGKILL)


def srun(words):
    command = words[next(i for i, word in enumerate(words) if not word.startswith("--")):]
    if "--test-only" in words:
        return
    process = subprocess.Popen(command, env={**os.environ, "SLURMD_NODENAME": "n0"}, start_new_session=True)
    name = next(word for word in words if word.startswith("--job-name="))[len("--job-name="):]
    task = FOLDER / f"{os.getpid()}_0"
    task.write_text(f"RUNNING {name} {process.pid}")
    process.wait()
    task.unlink(missing_ok=True)
    sys.exit(process.returncode != 0)


def sinfo(_):
    print("0/2/0/2")


def scontrol(_):
    print("MaxArraySize            = 1001")


if (FOLDER / "down").exists():
    sys.exit("slurm_load_jobs error: Unable to contact slurm controller (connect failure)")
{"sbatch": sbatch, "srun": srun, "squeue": squeue, "scancel": scancel, "sinfo": sinfo, "scontrol": scontrol}[sys.argv[1]](sys.argv[2:])
