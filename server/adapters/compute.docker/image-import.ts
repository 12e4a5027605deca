import type { Readable } from 'node:stream'
import type Docker from 'dockerode'
import { DriverUnavailable } from '#server/ports/compute.ts'

/** Makes an image of one layer from an archive of files. An archive that breaks off makes none. */
export async function importFiles(docker: Docker, files: Readable, image: string, signal?: AbortSignal): Promise<void> {
  const broken = new AbortController()
  files.once('error', () => broken.abort())
  const abortSignal = AbortSignal.any([broken.signal, ...(signal ? [signal] : [])])
  try {
    const answer = await docker.importImage(files, { repo: image, abortSignal }) // the tag in `repo`: Podman ignores `tag`
    await new Promise<void>((resolve, reject) => {
      docker.modem.followProgress(answer, (error) => (error ? reject(new DriverUnavailable(error.message)) : resolve()))
    })
  } catch (error) {
    throw files.errored ?? error
  }
}
