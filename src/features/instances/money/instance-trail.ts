import type { Instance } from '#contract/instances.ts'
import type { Crumb } from '#src/admin/layout/PageHeading.tsx'
import { paths } from '#src/paths.ts'

/** The way back from a page about one instance, which it names as soon as it is known. */
export const trailOf = (instance: Pick<Instance, 'id' | 'nick_name'> | null | undefined): Crumb[] => [
  { label: '容器实例', to: paths.container_instances },
  ...(instance ? [{ label: instance.nick_name, to: paths.container_instance(instance.id) }] : []),
]
