import type { Endpoint } from '#contract/endpoint.ts'
import { type MyDataSetDetail, type MyDataSetVersion, my_data_sets } from '#contract/my-datasets.ts'

/** What is handed in: a data set, a further version of one, or a version once more. */
export type ReleaseTask =
  | { kind: 'new' }
  | { kind: 'version'; set: MyDataSetDetail }
  | { kind: 'again'; set: MyDataSetDetail; version: MyDataSetVersion }

export const endpointOf = ({ kind }: ReleaseTask): Endpoint =>
  ({ new: my_data_sets.create, version: my_data_sets.add_version, again: my_data_sets.submit })[kind]

export const titleOf = (task: ReleaseTask): string => {
  if (task.kind === 'new') return '发布数据集'
  return task.kind === 'version' ? `发布「${task.set.name}」的新版本` : `重新提交「${task.set.name}」${task.version.version}`
}

/** The version whose text and licence a further one begins with. */
const before = (task: ReleaseTask): MyDataSetVersion | undefined => {
  if (task.kind === 'new') return undefined
  return task.kind === 'again' ? task.version : task.set.versions[0]
}

/** What the form opens with. */
export const initialOf = (task: ReleaseTask): Record<string, unknown> => {
  const earlier = before(task)
  return {
    tags: [],
    licence: earlier?.licence ?? '',
    readme: earlier?.readme ?? '',
    source: null,
    keep: task.kind === 'again' && task.version.has_files,
  }
}

/** `/datasets/iris/1.0`, with words where nothing was typed yet. */
export const mountPathOf = (task: ReleaseTask, { slug, version }: { slug?: string; version?: string }): string => {
  if (task.kind === 'again') return task.version.mount_path
  return `/datasets/${task.kind === 'new' ? slug || '短名' : task.set.slug}/${version || '版本'}`
}
