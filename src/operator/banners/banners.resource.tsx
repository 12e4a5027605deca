import { artPatterns } from '#contract/banners.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorBanners } from '#contract/operator/site-content.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { BeijingTimeInput } from '#src/operator/shared/BeijingTimeInput.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'

const fields = [
  { name: 'title', label: '标题', placeholder: '例如 昇腾 910B 上线' },
  { name: 'text', label: '说明', placeholder: '标题下面的一句话' },
  { name: 'link', label: '链接', placeholder: '/market', help: '站内路径或 https 地址；不填时不能点击。' },
  { name: 'art', label: '图案', input: 'radio', options: artPatterns, initial: 'wafer' },
  { name: 'position', label: '排序', input: 'number', initial: 0, help: '小的在前。' },
  { name: 'visible_from', label: '展示开始（北京时间）', render: BeijingTimeInput, help: '不填为立即。' },
  { name: 'visible_to', label: '展示结束（北京时间）', render: BeijingTimeInput, help: '不填为一直展示。' },
] as const

/** The slides of the home carousel (requirements §1, product §10). */
export default defineResource({
  name: 'operator-banners',
  label: '轮播',
  meaning: '首页大图，每 5 秒换一张。图案由站点绘制，深色模式自动适配。',
  path: operatorPaths.banners,
  nav: { section: 'site', order: 20 },
  api: {
    list: operatorBanners.list,
    one: operatorBanners.get,
    create: operatorBanners.create,
    update: operatorBanners.update,
    remove: operatorBanners.remove,
    history: operatorAudit.history,
  },
  title: (banner) => banner.title,
  columns: [
    { field: 'title', title: '标题', below: (banner) => <CellSubline>{banner.text}</CellSubline> },
    {
      field: 'shown',
      title: '状态',
      type: 'status',
      words: { true: '展示中', false: '未展示' },
      looks: { true: { tone: 'success', icon: 'check' }, false: { tone: 'neutral', icon: 'clock' } },
    },
    { field: 'link', title: '链接' },
    { field: 'art', title: '图案', type: 'word', words: artPatterns },
    { field: 'visible_from', title: '展示开始', type: 'time', none: '立即' },
    { field: 'visible_to', title: '展示结束', type: 'time', none: '一直展示' },
    { field: 'position', title: '排序', type: 'count' },
  ],
  details: [{ field: 'text', title: '说明' }],
  search: '搜索标题或说明',
  form: { create: fields, update: fields },
  remove: { effect: '首页立即不再显示它，不能恢复；只想暂停时，改展示结束的时间。' },
  pages: { show: () => import('#src/operator/shared/HistoryShow.tsx') },
  empty: { title: '还没有轮播', hint: '新建的轮播按排序出现在首页；一张也没有时，首页不显示轮播。' },
})
