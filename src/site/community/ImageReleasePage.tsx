import { paths } from '#src/paths.ts'
import { session } from '#src/session/session.ts'
import { useTitle } from '#src/site/use-title.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { CommunityFrame } from './CommunityFrame.tsx'
import type { ImageReleaseProgress } from './image-release-progress.ts'
import { ReleaseGuide, type ReleaseGuideStep } from './ReleaseGuide.tsx'
import { useCachedQuery } from './use-cached-query.ts'

const presentSubmission = ({ waiting, refused }: ImageReleaseProgress) => {
  if (refused) return { words: `${refused} 个需要修改后重新提交`, done: false }
  return waiting ? { words: `${waiting} 个正在准备或审核`, done: true } : null
}
const presentPublication = ({ published, uses }: ImageReleaseProgress) =>
  published ? { words: `已公开 ${published} 个，使用 ${uses} 次`, done: true } : null

/** `now` is undefined while loading, null if loading failed. */
const buildSteps = (now: ImageReleaseProgress | null | undefined): ReleaseGuideStep[] => [
  {
    title: '保存为私有镜像',
    text: '在实例里装好环境并验证，再从实例的操作里「保存镜像」。公钥、主机密钥与命令历史会自动滤掉；自己写进系统盘的令牌和私钥请先删除。数据盘 /workspace 不会进入镜像。',
    has: now && {
      words: now.sources ? `你有 ${now.sources} 个可用的私有镜像` : '你还没有可用的私有镜像',
      done: now.sources > 0,
    },
    way: now?.sources
      ? { to: paths.privateImages, label: '查看私有镜像' }
      : { to: paths.containerInstances, label: '去实例里保存镜像' },
  },
  {
    title: '填写说明并提交',
    text: '选择私有镜像，写下名称、简介、标签、许可与 Markdown 说明，写清怎样启动、端口是多少。创作者可以设置每小时的价格。提交不收费。',
    has: null,
    way: { to: `${paths.releaseImage}/create`, label: '开始发布', primary: true },
  },
  {
    title: '等待准备与审核',
    text: '平台把内容复制一份，之后可以删除私有镜像。每个版本由运营人员试用并审核，通过后内容和价格不再改变；驳回会写明原因。',
    has: now && presentSubmission(now),
    way: { to: paths.releaseImage, label: '查看我发布的镜像' },
  },
  {
    title: '公开',
    text: '出现在社区镜像里，别人可以收藏，用它创建实例。下线不影响正在使用它的实例。自己的作品可以申请原创徽章。',
    has: now && presentPublication(now),
    way: now?.published ? { to: paths.applyOriginal, label: '申请原创徽章' } : undefined,
  },
]

/** How to publish an image, with the signed-in user's progress (requirements §6). */
export default function ImageReleasePage() {
  useTitle('发布社区镜像')
  const viewer = useStore(session)?.userId
  const { data, error, retry } = useCachedQuery(viewer ? `image-release/${viewer}` : null, async (signal) =>
    (await import('./image-release-progress.ts')).loadImageReleaseProgress(signal),
  )
  return (
    <CommunityFrame title="发布社区镜像" lead="把装好的环境分享出来：别人一键用它创建实例，你按使用时长获得收益。">
      {Boolean(error) && <ErrorState error={error} title="没有加载到你的进度" onRetry={retry} />}
      <ReleaseGuide steps={buildSteps(error ? null : data)} />
    </CommunityFrame>
  )
}
