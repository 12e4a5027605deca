import { LineCutter } from '#server/adapters/compute.shared/text-lines.ts'
import type { OnInstanceChange } from '#server/ports/compute.ts'
import type { DockerEngine } from './engine.ts'
import { buildLabelFilter, labelKeys } from './names.ts'

/** What may end an instance or hide it, in Docker's words and in Podman's. */
const stateActions = new Set(['die', 'died', 'destroy', 'remove', 'pause', 'unpause'])

interface EngineEvent {
  Action?: string
  Actor?: { Attributes?: Record<string, string> }
}

/** Calls `wake` for each container of ours that something happened to. The order and kinds differ by engine: only a hint. */
export async function followEngineEvents(
  engine: DockerEngine,
  installationId: string,
  wake: OnInstanceChange,
  signal: AbortSignal,
): Promise<void> {
  const source = await engine.longCall(
    (docker, abortSignal) =>
      docker.getEvents({ filters: { type: ['container'], ...buildLabelFilter(installationId) }, abortSignal }),
    signal,
  )
  const cutter = new LineCutter()
  try {
    for await (const chunk of source) for (const line of cutter.push(chunk as Buffer)) handleEventLine(line, wake)
  } catch {
    return // cut by the signal or by a dying engine: the watch has ended
  }
}

function handleEventLine(line: string, wake: OnInstanceChange): void {
  const event = parseEvent(line)
  const id = event?.Actor?.Attributes?.[labelKeys.id]
  if (!id) return
  if (event?.Action === 'oom') wake(id, 'oom')
  else if (stateActions.has(event?.Action ?? '')) wake(id, 'state')
  else wake(id)
}

/** Nothing of what is no event, nor of one too long to have come whole: an exec of a long command says it twice. */
function parseEvent(line: string): EngineEvent | null | undefined {
  try {
    return JSON.parse(line) as EngineEvent | null
  } catch {
    return undefined
  }
}
