import type { ComputeDriver } from '#server/ports/compute.ts'
import { DockerDriver } from './docker-driver.ts'
import type { DockerOptions } from './settings.ts'

/** Driver for one host with Docker or Podman: an instance is a container with limits and a volume at `/workspace`. */
export function createDockerDriver(options: DockerOptions): ComputeDriver {
  return new DockerDriver({
    virtual_gpus: [],
    reserved: { cpu: 0, memory_mb: 512 },
    host_check: 'required',
    egress_allow: [],
    lxcfs_dir: '/var/lib/lxcfs',
    disk_quota: false,
    registry_auths: new Map(),
    direct_dial: options.access.by === 'unix',
    call_timeout_ms: 30_000,
    probe_root: '/',
    ...options,
  })
}
