import { useSearchParams } from 'react-router-dom'
import { isDatasetActionAllowed, type MyDatasetDetail, myDatasets } from '#contract/my-datasets.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { DatasetReleaseForm } from './DatasetReleaseForm.tsx'
import { type DatasetReleaseTask, formatReleaseTitle } from './release-task.ts'

/** Builds the release task; if the version to resubmit no longer exists, the task is a new version. */
function toReleaseTask(set: MyDatasetDetail, versionId: string | null): DatasetReleaseTask {
  const version = set.versions.find(({ id }) => id === versionId)
  return version && isDatasetActionAllowed('submit', version.state) ? { kind: 'again', set, version } : { kind: 'version', set }
}

/** Reads the task from the address: `id` of an own data set, and `version_id` of a version to resubmit. */
function useDatasetReleaseTask() {
  const [search] = useSearchParams()
  const id = search.get('id')
  const { data, error, refetch } = useEndpoint(
    myDatasets.get,
    { params: { id: id ?? '' } },
    { enabled: id !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }, // a refetch must not overwrite user input
  )
  const task: DatasetReleaseTask | undefined =
    id === null ? { kind: 'new' } : data && toReleaseTask(data, search.get('version_id'))
  return { task, error, retry: () => void refetch() }
}

/** Explains the steps after submission. */
const DatasetReleaseSteps = () => (
  <PagePanel title="提交之后">
    <ol className={frame.steps}>
      <li>
        <strong>复制</strong>平台复制一份文件，原文件之后可以修改或删除。
      </li>
      <li>
        <strong>审核</strong>运营人员核对文件与说明，结果以通知告诉你；驳回会写明原因，修改后可以重新提交。
      </li>
      <li>
        <strong>公开</strong>出现在公开数据集里，别人可以预览、下载，在实例里只读挂载。
      </li>
    </ol>
  </PagePanel>
)

/** Publishes a data set from a folder of the user's file storage (product §7). */
export default function ReleaseDatasetPage() {
  const { task, error, retry } = useDatasetReleaseTask()
  const missing = isApiError(error) && error.status === 404
  return (
    <div className={frame.page}>
      <PageHeading
        title={task ? formatReleaseTitle(task) : '发布数据集'}
        meaning="把文件存储里的一个文件夹公开给大家使用，复制和存放都不收费。"
        trail={[{ label: '我的数据集', to: paths.myDataSets }]}
      />
      <div className={frame.columns}>
        <PagePanel>
          {missing ? (
            <EmptyState title="没有这个数据集" hint="可能已被删除，请从我的数据集里选择。" />
          ) : (
            <AsyncView
              data={task}
              error={error}
              errorTitle="数据集加载失败"
              onRetry={retry}
              skeleton={<SkeletonRows rows={8} columns={1} />}
            >
              {(present) => <DatasetReleaseForm key={formatReleaseTitle(present)} task={present} />}
            </AsyncView>
          )}
        </PagePanel>
        <DatasetReleaseSteps />
      </div>
    </div>
  )
}
