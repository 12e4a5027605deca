import { snapshotLabel } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { DockerEngine } from './engine.ts'
import { fetchEngineImage } from './image-pull.ts'
import { isUnsavedImageTag } from './names.ts'
import type { DockerSettings } from './settings.ts'

const maxImages = 5

/** What an operator does when no image can be used to look at the host. */
export const noToolImage = '主机上没有可用来检查的镜像，请先 docker pull busybox，或设置 DOCKER_IMAGE'

/**
 * Lists images to look at the host with: the configured one, or those that are there. Never one made by a tenant, whose
 * programs could fake the result.
 */
export async function listToolImages(
  engine: DockerEngine,
  { check_image: checkImage }: Pick<DockerSettings, 'check_image'>,
): Promise<string[]> {
  if (checkImage) {
    await fetchEngineImage(engine, checkImage, () => undefined)
    return [checkImage]
  }
  const images = await engine.call((docker) => docker.listImages())
  const others = images.filter(({ Labels, RepoTags }) => !Labels?.[snapshotLabel] && !(RepoTags ?? []).some(isUnsavedImageTag))
  return others.flatMap(({ RepoTags }) => RepoTags?.find((tag) => tag !== '<none>:<none>') ?? []).slice(0, maxImages)
}
