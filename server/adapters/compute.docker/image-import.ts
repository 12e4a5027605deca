import type { Readable } from 'node:stream'
import type Docker from 'dockerode'
import { LineCutter } from '#server/adapters/compute.shared/text-lines.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

/** Creates a single-layer image from an archive of files; a truncated archive creates none. */
export const importImage = (
  docker: Docker,
  files: Readable,
  image: string,
  { changes = [], signal }: { changes?: readonly string[]; signal?: AbortSignal } = {},
): Promise<void> =>
  // tag in `repo`: Podman ignores `tag`
  sendToEngine(files, signal, (abortSignal) => docker.importImage(files, { repo: image, changes, abortSignal }))

/** Creates the images of an archive that an engine saved, with their names; a truncated archive creates none. */
export const loadImage = (docker: Docker, archive: Readable, signal: AbortSignal): Promise<void> =>
  sendToEngine(archive, signal, (abortSignal) => docker.loadImage(archive, { quiet: true, abortSignal }))

async function sendToEngine(
  archive: Readable,
  signal: AbortSignal | undefined,
  send: (abortSignal: AbortSignal) => Promise<NodeJS.ReadableStream>,
): Promise<void> {
  const broken = new AbortController()
  archive.once('error', () => broken.abort())
  const abortSignal = AbortSignal.any([broken.signal, ...(signal ? [signal] : [])])
  try {
    const answer = await send(abortSignal)
    const cutter = new LineCutter()
    for await (const chunk of answer as AsyncIterable<Buffer>) for (const line of cutter.push(chunk)) assertNoFailure(line)
    for (const line of cutter.end()) assertNoFailure(line)
  } catch (error) {
    throw archive.errored ?? error
  }
}

/** Throws for an error in the response body; once the response has begun, its status already reports success. */
function assertNoFailure(line: string): void {
  if (!line.startsWith('{')) return
  const { error } = JSON.parse(line) as { error?: string }
  if (error) throw new DriverUnavailable(error)
}
