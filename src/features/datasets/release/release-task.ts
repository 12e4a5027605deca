import type { Endpoint } from '#contract/endpoint.ts'
import { type MyDatasetDetail, type MyDatasetVersion, myDatasets } from '#contract/my-datasets.ts'

/** What is submitted: a new data set, a new version of one, or a version again. */
export type DatasetReleaseTask =
  | { kind: 'new' }
  | { kind: 'version'; set: MyDatasetDetail }
  | { kind: 'again'; set: MyDatasetDetail; version: MyDatasetVersion }

export const toReleaseEndpoint = ({ kind }: DatasetReleaseTask): Endpoint =>
  ({ new: myDatasets.create, version: myDatasets.add_version, again: myDatasets.submit })[kind]

export const formatReleaseTitle = (task: DatasetReleaseTask): string => {
  if (task.kind === 'new') return '发布数据集'
  return task.kind === 'version' ? `发布「${task.set.name}」的新版本` : `重新提交「${task.set.name}」${task.version.version}`
}

/** Finds the version whose text and licence pre-fill a new version. */
const findEarlierVersion = (task: DatasetReleaseTask): MyDatasetVersion | undefined => {
  if (task.kind === 'new') return undefined
  return task.kind === 'again' ? task.version : task.set.versions[0]
}

/** Builds the initial form values. */
export const buildDatasetFormValues = (task: DatasetReleaseTask): Record<string, unknown> => {
  const earlier = findEarlierVersion(task)
  return {
    tags: [],
    licence: earlier?.licence ?? '',
    readme: earlier?.readme ?? '',
    source: null,
    keep: task.kind === 'again' && task.version.has_files,
  }
}

/** Formats the mount path, e.g. `/datasets/iris/1.0`, with placeholders for fields still empty. */
export const formatMountPath = (task: DatasetReleaseTask, { slug, version }: { slug?: string; version?: string }): string => {
  if (task.kind === 'again') return task.version.mount_path
  return `/datasets/${task.kind === 'new' ? slug || '短名' : task.set.slug}/${version || '版本'}`
}
