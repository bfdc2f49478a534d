# Sourced by base and run: settings under which podman works on a machine without systemd, without the right to raise limits, and with
# both versions of control groups. Sets CONTAINERS_CONF, a file in docker/target; nothing of the machine is changed.
mkdir -p "$docker/target"
export CONTAINERS_CONF="$docker/target/containers.conf"
# The health of an image is a thing of Docker's format; and without systemd podman has no timers for it, the test asks itself.
export BUILDAH_FORMAT=docker DISABLE_HC_SYSTEMD=true

files="$(ulimit -Hn)"
[ "$files" = unlimited ] && files=1048576
processes="$(ulimit -Hu)"
# podman bounds itself to so many where it may not raise its own limit, and its containers to no more
if [ "$processes" = unlimited ] || [ "$processes" -gt 32768 ]; then
    processes=32768
fi
# crun refuses both versions of control groups at once, runc does not
runtime=crun
command -v runc > /dev/null && runtime=runc
cat > "$CONTAINERS_CONF" << END
[containers]
default_ulimits = ["nofile=$files:$files", "nproc=$processes:$processes"]
[engine]
runtime = "$runtime"
events_logger = "file"
END
