import type { Readable } from 'node:stream'
import type Docker from 'dockerode'
import { LineCutter } from '#server/adapters/compute.shared/text-lines.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

/** Creates a single-layer image from an archive of files; a truncated archive creates none. */
export async function importImage(docker: Docker, files: Readable, image: string, signal?: AbortSignal): Promise<void> {
  const broken = new AbortController()
  files.once('error', () => broken.abort())
  const abortSignal = AbortSignal.any([broken.signal, ...(signal ? [signal] : [])])
  try {
    const answer = await docker.importImage(files, { repo: image, abortSignal }) // tag in `repo`: Podman ignores `tag`
    const cutter = new LineCutter()
    for await (const chunk of answer as AsyncIterable<Buffer>) for (const line of cutter.push(chunk)) assertNoFailure(line)
    for (const line of cutter.end()) assertNoFailure(line)
  } catch (error) {
    throw files.errored ?? error
  }
}

/** Throws for an error in the response body; once the response has begun, its status already reports success. */
function assertNoFailure(line: string): void {
  if (!line.startsWith('{')) return
  const { error } = JSON.parse(line) as { error?: string }
  if (error) throw new DriverUnavailable(error)
}
