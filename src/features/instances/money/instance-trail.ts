import type { Instance } from '#contract/instances.ts'
import type { Crumb } from '#src/admin/layout/PageHeading.tsx'
import { paths } from '#src/paths.ts'

/** Breadcrumb of a page about one instance; shows the instance's name once it is loaded. */
export const buildInstanceTrail = (instance: Pick<Instance, 'id' | 'nick_name'> | null | undefined): Crumb[] => [
  { label: '容器实例', to: paths.containerInstances },
  ...(instance ? [{ label: instance.nick_name, to: paths.containerInstance(instance.id) }] : []),
]
