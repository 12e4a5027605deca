import {
  type AnnouncementState,
  announcementAudiences,
  announcementStates,
  type OperatorAnnouncement,
  operatorAnnouncements,
} from '#contract/operator/announcements.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { BeijingTimeInput } from '#src/operator/shared/BeijingTimeInput.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

/** `12（34%）` of the users it reached. */
const formatReadCount = ({ read, reach }: Pick<OperatorAnnouncement, 'read' | 'reach'>): string =>
  reach === 0 ? '0' : `${read}（${Math.round((read / reach) * 100)}%）`

const statusStyles: StateStyles<AnnouncementState> = {
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
  { name: 'audience', label: '对象', input: 'radio', options: announcementAudiences, initial: 'all' },
  { name: 'publish_at', label: '发布时间（北京时间）', render: BeijingTimeInput, help: '不填为立即发布。发布后不能修改或撤回。' },
] as const

const isScheduled = ({ state }: OperatorAnnouncement) => state === 'scheduled'

/** One-time announcements to everybody: reach and read counts (product §10). */
export default defineResource({
  name: 'operator-announcements',
  label: '公告',
  meaning: '以系统消息发给一类用户，每人一次；用户不能屏蔽，请只发与他们有关的事。',
  path: operatorPaths.announcements,
  nav: { section: 'site', order: 40 },
  api: {
    list: operatorAnnouncements.list,
    one: operatorAnnouncements.get,
    create: operatorAnnouncements.create,
    update: operatorAnnouncements.update,
    history: operatorAudit.history,
  },
  title: (announcement) => announcement.title,
  columns: [
    {
      field: 'title',
      title: '公告',
      below: (announcement) => <CellSubline>{announcementAudiences[announcement.audience]}</CellSubline>,
    },
    { field: 'state', title: '状态', type: 'status', words: announcementStates, looks: statusStyles },
    { field: 'publish_at', title: '发布时间', type: 'time' },
    { field: 'reach', title: '送达人数', type: 'count' },
    { field: 'read', title: '已读', text: formatReadCount, align: 'end' },
  ],
  details: [{ field: 'audience', title: '对象', type: 'word', words: announcementAudiences }],
  filters: {
    state: { label: '状态', options: announcementStates },
    audience: { label: '对象', options: announcementAudiences },
  },
  search: '搜索标题',
  form: { create: fields, update: fields, updateAllowed: isScheduled },
  actions: [
    {
      name: 'cancel',
      label: '取消发布',
      danger: true,
      endpoint: operatorAnnouncements.cancel,
      allowed: isScheduled,
      whenOff: 'hidden',
      effect: '到时不再发布，没有人会收到；取消后不能恢复，可以另建一条。',
    },
  ],
  pages: { show: () => import('./AnnouncementShow.tsx') },
  empty: { title: '还没有公告', hint: '维护、规则变化或故障说明写在这里，到时发给有关的用户，并看得到多少人已读。' },
})
