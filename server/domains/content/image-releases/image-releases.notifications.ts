import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Tx } from '#server/tx.ts'

interface ReleaseNotice {
  name: string
  version: string
  reason?: string
}
const formatReason = ({ reason }: ReleaseNotice) => `原因：${(reason ?? '').replace(/。$/, '')}。`

const noticeTexts = {
  approved: {
    title: '已通过审核并发布',
    content: () => '现在任何人都可以用它创建实例。内容和价格从此不再改变，需要改动时提交新版本。',
  },
  rejected: { title: '未通过审核', content: (about: ReleaseNotice) => `${formatReason(about)}修改后可以重新提交。` },
  offline: {
    title: '已被平台下线',
    content: (about: ReleaseNotice) => `${formatReason(about)}不能再用它创建实例；正在使用它的实例照常运行和开机。`,
  },
  online: { title: '已恢复', content: () => '可以再用它创建实例。' },
  failed: {
    title: '没有准备成功',
    content: (about: ReleaseNotice) => `${formatReason(about)}私有镜像没有变化，可以重新提交。`,
  },
} satisfies Record<string, { title: string; content: (about: ReleaseNotice) => string }>

/** Notifies an author about the outcome of one of their versions. */
export const notifyReleaseAuthor = (
  tx: Tx,
  userId: string,
  what: keyof typeof noticeTexts,
  about: ReleaseNotice,
): Promise<void> =>
  notifyUser(tx, {
    user_id: userId,
    class: 'review',
    title: `镜像「${about.name} ${about.version}」${noticeTexts[what].title}`,
    content: noticeTexts[what].content(about),
    link: '/console/image/release-image',
  })
