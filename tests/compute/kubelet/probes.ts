import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type Docker from 'dockerode'
import type { PodContainer } from './objects.ts'
import type { ContainerRecord } from './pod-status.ts'

type Probe = NonNullable<PodContainer['startupProbe']>

/**
 * Waits until a container's startup and readiness probes have each succeeded once; a startup probe that fails too often kills
 * it. Later failures of a readiness probe, and liveness probes, are not looked for.
 */
export async function passProbes(docker: Docker, record: ContainerRecord, ip: string, signal: AbortSignal): Promise<void> {
  const { startupProbe, readinessProbe } = record.container
  const isStarted = !startupProbe || (await succeeds(docker, record, ip, startupProbe, signal))
  if (!isStarted && record.state.running && !signal.aborted) {
    await docker
      .getContainer(record.id!)
      .kill()
      .catch(() => undefined)
  }
  const isReady =
    isStarted &&
    (!readinessProbe || (await succeeds(docker, record, ip, { ...readinessProbe, failureThreshold: Infinity }, signal)))
  record.passed = isReady
}

async function succeeds(
  docker: Docker,
  record: ContainerRecord,
  ip: string,
  probe: Probe,
  signal: AbortSignal,
): Promise<boolean> {
  const { periodSeconds = 10, failureThreshold = 3 } = probe
  for (let failures = 0; failures < failureThreshold && record.state.running && !signal.aborted; failures += 1) {
    const passes = probe.exec ? runs(docker, record.id!, probe.exec.command) : answers(ip, probe.tcpSocket?.port ?? 0)
    if (await passes.catch(() => false)) return true
    await after(periodSeconds * 1_000, undefined, { signal }).catch(() => undefined)
  }
  return false
}

async function runs(docker: Docker, id: string, command: string[]): Promise<boolean> {
  const exec = await docker.getContainer(id).exec({ Cmd: command, AttachStdout: true })
  const output = await exec.start({})
  output.resume()
  await once(output, 'end')
  return (await exec.inspect()).ExitCode === 0
}

async function answers(ip: string, port: number): Promise<boolean> {
  const socket = net.connect(port, ip)
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}
