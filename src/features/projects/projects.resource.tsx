import { limits } from '#contract/limits.ts'
import { projects } from '#contract/projects.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths, withQuery } from '#src/paths.ts'
import { LimitMeters } from '#src/ui/charts/LimitMeters.tsx'
import { ProjectCard } from './ProjectCard.tsx'
import { listProjectMeters } from './project-meters.ts'

const fields = [
  { name: 'name', label: '项目名称', placeholder: '例如 视觉组' },
  {
    name: 'budget',
    label: '每月预算（元）',
    placeholder: '不填为不限',
    help: '全体成员一个月里得到的额度合计不超过这个数：自动补足的少补，手动划拨超出的会被拒绝。',
  },
  {
    name: 'gpus_max',
    label: '同时使用的卡数',
    input: 'number',
    help: '不填为不限。全体成员运行中的实例合计，达到后不能再创建或开机；已经在运行的不受影响。',
  },
  {
    name: 'member_monthly',
    label: '新成员每月补足到（元）',
    placeholder: '不填则不自动补足',
    help: '以下三项是新成员加入时的初始条件，之后可以逐个修改，已有成员不变。',
  },
  { name: 'member_price_max', label: '新成员单台实例每小时最高（元）', placeholder: '不填为不限' },
  { name: 'member_instances_max', label: '新成员同时拥有的实例数', input: 'number' },
] as const

const noLimitText = '不限'

/** Sub-accounts that share a monthly budget and a quota of cards (docs/decisions/112). */
export default defineResource({
  name: 'projects',
  label: '项目',
  measure: '个',
  meaning: '把子账号分进课题组或项目，共用一份每月预算和用卡上限，一处看清各组用了多少。',
  path: paths.projects,
  nav: { section: 'settings', order: 55 },
  access: 'main',
  api: {
    list: projects.list,
    one: projects.get,
    create: projects.create,
    update: projects.update,
    remove: projects.remove,
  },
  title: (project) => project.name,
  columns: [
    { field: 'name', title: '名称' },
    {
      field: 'members',
      title: '成员',
      type: 'link',
      value: ({ members }) => (members ? `${members} 人` : null),
      none: '无',
      to: ({ id, members }) => (members ? withQuery(paths.subAccounts, { project_id: id }) : null),
    },
    {
      field: 'given',
      title: '预算与用卡',
      render: (project) => <LimitMeters meters={listProjectMeters(project)} />,
      text: (project) =>
        listProjectMeters(project)
          .map(({ name, words }) => `${name} ${words}`)
          .join('，'),
    },
    { field: 'spent', title: '本月消费（元）', type: 'yuan' },
    { field: 'created_at', title: '创建时间', type: 'time', spare: true },
  ],
  details: [
    {
      field: 'member_monthly',
      title: '新成员每月补足到',
      text: ({ member_monthly: monthly }) => (monthly === null ? '不自动补足' : `¥${monthly}`),
    },
    {
      field: 'member_price_max',
      title: '新成员单台每小时最高',
      text: ({ member_price_max: priceMax }) => (priceMax === null ? noLimitText : `¥${priceMax}`),
    },
    {
      field: 'member_instances_max',
      title: '新成员同时拥有的实例数',
      text: ({ member_instances_max: instancesMax }) => (instancesMax === null ? noLimitText : `${instancesMax} 台`),
    },
  ],
  card: (project) => <ProjectCard project={project} />,
  search: '搜索项目名称',
  form: { create: fields, update: fields },
  remove: { effect: '项目里没有子账号、也没有企业目录指向它时才能删除。以前的账单和划拨记录都会保留。' },
  live: 'wallet',
  pages: { show: () => import('./ProjectShow.tsx') },
  empty: {
    title: '还没有项目',
    hint: `按课题组或项目把子账号分开，最多 ${limits.projectsMax} 个：每组有自己的预算和用卡上限。`,
  },
})
