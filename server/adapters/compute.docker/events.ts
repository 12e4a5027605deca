import { LineCutter } from '#server/adapters/compute.shared/text-lines.ts'
import type { OnInstanceChange } from '#server/ports/compute.ts'
import type { DockerEngine } from './engine.ts'
import { buildLabelFilter, labelKeys } from './names.ts'

/** Actions that may end or hide an instance, in Docker's and Podman's wording. */
const stateActions = new Set(['die', 'died', 'destroy', 'remove', 'pause', 'unpause'])

interface EngineEvent {
  Action?: string
  Actor?: { Attributes?: Record<string, string> }
}

/** Calls `wake` for each event of our containers. Order and kinds differ between engines, so an event is only a hint. */
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
    return // aborted by the signal or by a failing engine: the watch ends
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

/** Parses an event; undefined for anything else, also for an overlong line that was cut (exec events repeat a long command). */
function parseEvent(line: string): EngineEvent | null | undefined {
  try {
    return JSON.parse(line) as EngineEvent | null
  } catch {
    return undefined
  }
}
