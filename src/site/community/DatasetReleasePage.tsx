import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import { session } from '#src/session/session.ts'
import { useTitle } from '#src/site/use-title.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { formatCount } from '#src/ui/format-count.ts'
import { useStore } from '#src/ui/use-store.ts'
import { CommunityFrame } from './CommunityFrame.tsx'
import type { DatasetReleaseProgress } from './dataset-release-progress.ts'
import { ReleaseGuide, type ReleaseGuideStep } from './ReleaseGuide.tsx'
import { useCachedQuery } from './use-cached-query.ts'

const presentSubmission = ({ waiting, refused }: DatasetReleaseProgress) => {
  if (refused) return { words: `${refused} 个需要修改后重新提交`, done: false }
  return waiting ? { words: `${waiting} 个正在准备或审核`, done: true } : null
}
const presentPublication = ({ published, uses }: DatasetReleaseProgress) =>
  published ? { words: `已公开 ${published} 个，挂载过 ${uses} 次`, done: true } : null

/** `now` is undefined while loading, null if loading failed. */
const buildSteps = (now: DatasetReleaseProgress | null | undefined): ReleaseGuideStep[] => [
  {
    title: '把文件放进文件存储',
    text: '上传一个文件夹，或在实例的 /storage 里直接写入。先删去个人信息与临时文件，确认原作者允许再分发。',
    has: now && {
      words: now.files ? `你有 ${now.files} 个文件，共 ${formatBytes(now.bytes)}` : '你的文件存储还是空的',
      done: now.files > 0,
    },
    way: { to: paths.fileStorage, label: '打开文件存储' },
  },
  {
    title: '填写说明并提交',
    text: `选择文件夹，写下名称、类型、许可与 Markdown 说明。每个版本最多 ${formatBytes(limits.dataSetBytesMax)}、${formatCount(limits.dataSetFilesMax)} 个文件，提交不收费。`,
    has: null,
    way: { to: paths.releaseDataSet, label: '开始发布', primary: true },
  },
  {
    title: '等待复制与审核',
    text: '平台把文件复制一份，之后原文件可以修改或删除。每个版本由运营人员审核，通过后内容不再改变；驳回会写明原因。',
    has: now && presentSubmission(now),
    way: { to: paths.myDataSets, label: '查看我的数据集' },
  },
  {
    title: '公开',
    text: '出现在公开数据集里，任何人都能预览、下载，并在实例里只读挂载。下线不影响已经挂载它的实例。',
    has: now && presentPublication(now),
  },
]

/** How to publish a data set, with the signed-in user's progress (requirements §6). */
export default function DatasetReleasePage() {
  useTitle('发布数据集')
  const viewer = useStore(session)?.userId
  const { data, error, retry } = useCachedQuery(viewer ? `data-set-release/${viewer}` : null, async (signal) =>
    (await import('./dataset-release-progress.ts')).loadDatasetReleaseProgress(signal),
  )
  return (
    <CommunityFrame title="发布数据集" lead="把整理好的文件夹分享出来：别人可以预览、下载，在实例里只读挂载。">
      {Boolean(error) && <ErrorState error={error} title="没有加载到你的进度" onRetry={retry} />}
      <ReleaseGuide steps={buildSteps(error ? null : data)} />
    </CommunityFrame>
  )
}
