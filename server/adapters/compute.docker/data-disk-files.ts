import { Readable } from 'node:stream'
import type { InstanceRef } from '#server/ports/compute.ts'
import type { DockerEngine } from './engine.ts'
import { buildTemporaryNames, formatVolumeName } from './names.ts'
import { reportBytesRead } from './read-progress.ts'
import { createTemporaryContainer, removeTemporaryContainer } from './temporary-container.ts'

/** Of no image: where it is a link, the link would be read. With its name in the archive, owner and mode of the disk itself travel, too. */
const mountPoint = '/zhisuan-disk'

type Step = 'from' | 'to'
/** The container, never started, through which the engine reads (`from`) or writes a data disk. */
const formatCarrierName = (ref: InstanceRef, step: Step) => buildTemporaryNames(formatVolumeName(ref)).container(step)

/** `Image`: any that the engine has. */
const createCarrier = (engine: DockerEngine, Image: string, ref: InstanceRef, step: Step) =>
  createTemporaryContainer(engine, {
    name: formatCarrierName(ref, step),
    Image,
    HostConfig: {
      Mounts: [
        // NoCopy: files of the image would be copied to an empty disk
        {
          ...{ Type: 'volume', Source: formatVolumeName(ref), Target: mountPoint, ReadOnly: step === 'from' },
          VolumeOptions: { NoCopy: true, Labels: {}, DriverConfig: { Name: '', Options: {} } },
        },
      ],
    },
  })

/** Streams the files of a data disk. Close the stream: an open one blocks the removal of its carrier. */
export async function openDataDiskFiles(engine: DockerEngine, image: string, ref: InstanceRef): Promise<Readable> {
  const carrier = await createCarrier(engine, image, ref, 'from')
  return engine.longCall(async (docker, abortSignal) => {
    return (await docker.getContainer(carrier).getArchive({ path: mountPoint, abortSignal })) as Readable
  })
}

/** Writes what `openDataDiskFiles` streams to a data disk; fails if it breaks off. Closes the stream. */
export async function writeDataDiskFiles(
  engine: DockerEngine,
  image: string,
  to: InstanceRef,
  files: Readable,
  { bytes, onProgress }: { bytes: number; onProgress: (percent: number) => void },
): Promise<void> {
  try {
    const carrier = await createCarrier(engine, image, to, 'to')
    const broken = new AbortController()
    const counted = Readable.from(reportBytesRead(files, bytes, onProgress), { objectMode: false })
    counted.once('error', () => broken.abort())
    await engine.watchedCall(
      (docker, abortSignal) => docker.getContainer(carrier).putArchive(counted, { path: '/', abortSignal }),
      broken.signal,
    )
  } finally {
    files.destroy()
  }
}

export async function removeCarriers(
  engine: DockerEngine,
  ref: InstanceRef,
  steps: readonly Step[] = ['from', 'to'],
): Promise<void> {
  for (const step of steps) await removeTemporaryContainer(engine, formatCarrierName(ref, step))
}
