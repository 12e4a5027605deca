import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type Docker from 'dockerode'
import type { Pod, PodContainer } from './objects.ts'

/**
 * An annotation with what newer clusters read in a pod's spec and an API server of 1.20 drops, as JSON in the same words:
 * `{"hostUsers":false,"volumes":[{"name":"base","image":{"reference":"x:1","pullPolicy":"IfNotPresent"}}]}`.
 */
const annotation = 'zhisuan.test/newer-spec'

interface NewerSpec {
  hostUsers?: boolean
  volumes?: { name: string; image?: { reference: string; pullPolicy?: PodContainer['imagePullPolicy'] } }[]
}

const readNewerSpec = ({ metadata }: Pod): NewerSpec => JSON.parse(metadata.annotations?.[annotation] ?? '{}') as NewerSpec

/** Volumes that are an image's files, which nobody may change. */
export const listImageVolumes = (pod: Pod) =>
  (readNewerSpec(pod).volumes ?? []).flatMap(({ name, image }) =>
    image ? [{ name, image: image.reference, imagePullPolicy: image.pullPolicy }] : [],
  )

/** What root may do within a user namespace of its own, which one engine cannot give to some of its containers alone. */
export const listCapabilities = (pod: Pod): string[] => (readNewerSpec(pod).hostUsers === false ? ['SYS_ADMIN'] : [])

/** Lays the files of an image, which is there, into a folder. */
export async function unpackImage(docker: Docker, image: string, label: string, folder: string): Promise<void> {
  const container = await docker.createContainer({ Image: image, Cmd: ['-'], Labels: { [label]: '' } })
  try {
    const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
    const ended = once(tar, 'exit')
    ;(await container.export()).pipe(tar.stdin)
    const [code] = (await ended) as [number | null]
    if (code !== 0) throw new Error(`the files of ${image} could not be laid into ${folder}`)
  } finally {
    await container.remove({ force: true, v: true })
  }
}
