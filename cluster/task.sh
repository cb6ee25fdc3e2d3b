# shellcheck shell=bash disable=SC2034
# What the array scripts of this folder share. They read it from the folder that they are submitted from, which is the
# one that holds `cluster/`.
#
# A script is given its share, `i/n`, or the word `merge`. Under Slurm the number of the task in its array stands for
# the share.
#
# WYTHOFF     the program [wythoff]
# RESTARTS    how often a task whose time is up waits for another turn [100]

WYTHOFF=${WYTHOFF:-wythoff}

if [ -n "${1:-}" ]; then
    share=$1
elif [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    share=$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT
else
    echo "a share is missing: submit an array from 1 to n, or give i/n, or \`merge\`" >&2
    exit 2
fi

# Runs the program, under Slurm as a step: steps are what `--signal` reaches. Who is told by SIGTERM that the time is
# nearly up keeps what is finished and ends with 143; then the task goes back to the queue.
task() {
    if [ -z "${SLURM_JOB_ID:-}" ]; then
        "$WYTHOFF" "$@"
        return
    fi
    local status=0 self=$SLURM_JOB_ID
    # An array's last task has the number of the whole array.
    [ -z "${SLURM_ARRAY_TASK_ID:-}" ] || self=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
    srun --ntasks=1 --cpus-per-task="$SLURM_CPUS_PER_TASK" "$WYTHOFF" "$@" --threads "$SLURM_CPUS_PER_TASK" || status=$?
    if [ "$status" = 143 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt "${RESTARTS:-100}" ]; then
        echo "the time is nearly up: back to the queue" >&2
        scontrol requeue "$self"
        # Slurm ends this script now.
        sleep 60
    fi
    return "$status"
}
