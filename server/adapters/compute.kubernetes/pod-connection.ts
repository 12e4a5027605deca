import type { Duplex } from 'node:stream'
import { bridgeExitCodes, bridgeOpenedByte, buildBridgeCommand } from '#server/adapters/compute.shared/bridge-script.ts'
import { readFirstByte } from '#server/adapters/compute.shared/exec-answer.ts'
import { runWithSignals } from '#server/adapters/compute.shared/linked-signal.ts'
import { DriverUnavailable, PortClosed, UnsupportedOperation } from '#server/ports/driver-errors.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import type { ClusterPod } from './objects.ts'
import { startInPod, waitForAbort } from './pod-exec.ts'

const dialTimeoutMs = 10_000
const notRunnableCodes = [126, 127]

/**
 * Connects to a port of a running pod, loopback included, through a program inside: a cluster's own port forwarding cannot pass
 * on the end of one direction. `signal` aborts only the connecting. Throws `PortClosed` if nothing listens, and
 * `UnsupportedOperation` if the image has no tool to connect with.
 */
export async function openPodConnection(
  { client }: Pick<KubernetesContext, 'client'>,
  pod: ClusterPod,
  port: number,
  signal?: AbortSignal,
): Promise<Duplex> {
  const signals = [client.closed, AbortSignal.timeout(dialTimeoutMs), ...(signal ? [signal] : [])]
  return runWithSignals(signals, async (cut) => {
    if (cut.aborted) throw new DriverUnavailable('call was cancelled')
    const cmd = buildBridgeCommand(port, pod.status.podIP ?? '')
    const { stream, code } = await startInPod(client, pod, { cmd, hang_up: 'all' }, cut)
    stream.on('error', () => undefined) // a broken connection just ends; no listener is required
    if ((await readFirstByte(stream, cut)) === bridgeOpenedByte) return stream
    stream.resume() // its code comes after all that it printed
    const told = await Promise.race([code, waitForAbort(cut)])
    stream.destroy()
    throw cut.aborted ? new DriverUnavailable('call was cancelled') : toRefusal(port, told)
  })
}

function toRefusal(port: number, code: number | undefined): Error {
  if (code === bridgeExitCodes.closed) return new PortClosed(`nothing listens on port ${port}`)
  if (code === bridgeExitCodes.no_tool || (code !== undefined && notRunnableCodes.includes(code)))
    return new UnsupportedOperation('no program in there can connect')
  return new DriverUnavailable(`connecting ended with ${code ?? 'no exit code'}`)
}
