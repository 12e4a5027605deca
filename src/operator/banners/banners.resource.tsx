import { arts } from '#contract/banners.ts'
import { operator_audit } from '#contract/operator/audit.ts'
import { operator_banners } from '#contract/operator/site-content.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { MomentInput } from '#src/operator/shared/BeijingTimeInput.tsx'
import { Below } from '#src/operator/shared/CellSubline.tsx'

const fields = [
  { name: 'title', label: '标题', placeholder: '例如 昇腾 910B 上线' },
  { name: 'text', label: '说明', placeholder: '标题下面的一句话' },
  { name: 'link', label: '链接', placeholder: '/market', help: '站内路径或 https 地址；不填则不可点。' },
  { name: 'art', label: '图案', input: 'radio', options: arts, initial: 'wafer' },
  { name: 'position', label: '排序', input: 'number', initial: 0, help: '小的在前。' },
  { name: 'visible_from', label: '展示开始（北京时间）', render: MomentInput, help: '不填为立即。' },
  { name: 'visible_to', label: '展示结束（北京时间）', render: MomentInput, help: '不填为一直展示。' },
] as const

/** The slides of the home carousel (spec §1, product §10). */
export default defineResource({
  name: 'operator-banners',
  label: '轮播',
  meaning: '首页大图，每 5 秒换一张。图案由站点绘制，深色模式自动适配。',
  path: operator_paths.banners,
  nav: { group: 'site', order: 20, icon: 'display' },
  api: {
    list: operator_banners.list,
    one: operator_banners.get,
    create: operator_banners.create,
    update: operator_banners.update,
    remove: operator_banners.remove,
    history: operator_audit.history,
  },
  title: (banner) => banner.title,
  columns: [
    { field: 'title', title: '标题', below: (banner) => <Below>{banner.text}</Below> },
    {
      field: 'shown',
      title: '状态',
      type: 'status',
      words: { true: '展示中', false: '未展示' },
      looks: { true: { tone: 'success', icon: 'check' }, false: { tone: 'neutral', icon: 'clock' } },
    },
    { field: 'link', title: '链接' },
    { field: 'art', title: '图案', type: 'word', words: arts },
    { field: 'visible_from', title: '展示开始', type: 'time' },
    { field: 'visible_to', title: '展示结束', type: 'time' },
    { field: 'position', title: '排序', type: 'count' },
  ],
  search: '搜索标题或说明',
  form: { create: fields, update: fields },
  remove: { effect: '首页立即不再显示它，不能恢复；只想暂停时，改展示结束的时间。' },
  empty: { title: '还没有轮播', hint: '新建的轮播按排序出现在首页；一张也没有时，首页不显示轮播。' },
})
