import {
  type AnnouncementState,
  announcement_audiences,
  announcement_states,
  type OperatorAnnouncement,
  operator_announcements,
} from '#contract/operator/announcements.ts'
import { operator_audit } from '#contract/operator/audit.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { MomentInput } from '#src/operator/shared/BeijingTimeInput.tsx'
import { Below } from '#src/operator/shared/CellSubline.tsx'
import type { Looks } from '#src/ui/StateTag.tsx'
import { Preview } from './AnnouncementPreview.tsx'
import { readText } from './read-count.ts'

const looks: Looks<AnnouncementState> = {
  scheduled: { tone: 'warning', icon: 'clock' },
  publishing: { tone: 'primary', icon: 'loading' },
  published: { tone: 'success', icon: 'check' },
  cancelled: { tone: 'neutral', icon: 'close' },
}

const fields = [
  { name: 'title', label: '标题', placeholder: '例如 11 月 28 日 02:00 网络维护' },
  {
    name: 'content',
    label: '正文',
    input: 'textarea',
    placeholder: '何时、影响什么、要做什么',
    help: '支持 Markdown；图片只能用本站的。',
  },
  { name: 'audience', label: '对象', input: 'radio', options: announcement_audiences, initial: 'all' },
  { name: 'publish_at', label: '发布时间（北京时间）', render: MomentInput, help: '不填为立即发布。发布后不能修改或撤回。' },
] as const

const waiting = ({ state }: OperatorAnnouncement) => state === 'scheduled'

/** What everybody is told, once: who it reached, and who has read it (product §10). */
export default defineResource({
  name: 'operator-announcements',
  label: '公告',
  meaning: '以系统消息发给一类用户，每人一次；用户不能屏蔽，请只发与他们有关的事。',
  path: operator_paths.announcements,
  nav: { group: 'site', order: 35, icon: 'bell' },
  api: {
    list: operator_announcements.list,
    one: operator_announcements.get,
    create: operator_announcements.create,
    update: operator_announcements.update,
    history: operator_audit.history,
  },
  title: (announcement) => announcement.title,
  columns: [
    {
      field: 'title',
      title: '公告',
      below: (announcement) => <Below>{announcement_audiences[announcement.audience]}</Below>,
    },
    { field: 'state', title: '状态', type: 'status', words: announcement_states, looks },
    { field: 'publish_at', title: '发布时间', type: 'time' },
    { field: 'reach', title: '送达人数', type: 'count' },
    { field: 'read', title: '已读', text: readText, align: 'end' },
  ],
  details: [
    {
      field: 'content',
      title: '正文',
      render: (announcement) => <Preview content={announcement.content} />,
      text: (announcement) => announcement.content,
    },
    { field: 'audience', title: '对象', type: 'word', words: announcement_audiences },
  ],
  filters: {
    state: { label: '状态', options: announcement_states },
    audience: { label: '对象', options: announcement_audiences },
  },
  search: '搜索标题',
  form: { create: fields, update: fields, update_allowed: waiting },
  actions: [
    {
      name: 'cancel',
      label: '取消发布',
      danger: true,
      endpoint: operator_announcements.cancel,
      allowed: waiting,
      when_off: 'hidden',
      effect: '到时不再发布，没有人会收到；取消后不能恢复，可以另建一条。',
    },
  ],
  empty: { title: '还没有公告', hint: '维护、规则变化或故障说明写在这里，到时发给有关的用户，并看得到多少人已读。' },
})
