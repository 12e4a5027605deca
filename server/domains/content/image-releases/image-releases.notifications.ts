import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { AfterCommit } from '#server/http/context.ts'

interface About {
  name: string
  version: string
  reason?: string
}
const because = ({ reason }: About) => `原因：${(reason ?? '').replace(/。$/, '')}。`

const texts = {
  approved: {
    title: '已通过审核并发布',
    content: () => '现在任何人都可以用它创建实例。内容和价格从此不再改变，需要改动时提交新版本。',
  },
  rejected: { title: '未通过审核', content: (about: About) => `${because(about)}修改后可以再次提交。` },
  offline: {
    title: '已被平台下线',
    content: (about: About) => `${because(about)}不能再用它创建实例；正在使用它的实例照常运行和开机。`,
  },
  online: { title: '已恢复', content: () => '可以再用它创建实例。' },
  failed: {
    title: '没有准备成功',
    content: (about: About) => `${because(about)}私有镜像没有变化，可以再次提交。`,
  },
} satisfies Record<string, { title: string; content: (about: About) => string }>

/** Tells an author what became of a version of theirs. */
export const tellAuthor = (
  ...[trx, afterCommit, deps, user_id, what, about]: [Transaction<DB>, AfterCommit, Deps, string, keyof typeof texts, About]
): Promise<void> =>
  notify(trx, afterCommit, deps, {
    user_id,
    class: 'review',
    title: `镜像「${about.name} ${about.version}」${texts[what].title}`,
    content: texts[what].content(about),
    link: '/console/image/release-image',
  })
