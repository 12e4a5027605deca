import { Select } from 'antd'
import { leadInterests } from '#contract/appliance.ts'
import { limits } from '#contract/limits.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { leadStates, type OperatorLead, operatorLeads } from '#contract/operator/leads.ts'
import { vendorNames } from '#contract/vendors.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { FieldInputProps } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { BriefText } from '#src/operator/shared/BriefText.tsx'
import { EntityLink } from '#src/operator/shared/EntityLink.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { leadStateStyles } from './lead-state-styles.ts'

/** Selection of the operator responsible for a lead. */
function AssigneeInput({ id, value, onChange }: FieldInputProps) {
  const { data = [], isLoading } = useEndpoint(operatorLeads.assignees)
  return (
    <Select
      {...(id && { id })}
      loading={isLoading}
      placeholder="选择负责人"
      value={value as string | undefined}
      onChange={(chosen) => onChange?.(chosen)}
      options={data.map(({ id: key, nickname }) => ({ value: key, label: nickname }))}
    />
  )
}

const isOpen = ({ state }: OperatorLead) => state === 'new' || state === 'following'
const formatInterest = ({ interest, vendor }: OperatorLead) =>
  [leadInterests[interest], vendor && vendorNames[vendor]].filter(Boolean).join(' · ')

/** Callback requests (requirements §1) and their results. */
export default defineResource({
  name: 'operator-leads',
  label: '售前线索',
  meaning: `提交后 ${limits.contactReplyWorkingDays} 个工作日内回复。手机号默认脱敏，由自己负责后显示完整号码；负责与跟进都记入审计。`,
  path: operatorPaths.leads,
  nav: { section: 'users', order: 30 },
  api: { list: operatorLeads.list, one: operatorLeads.get, history: operatorAudit.history },
  title: (lead) => lead.name,
  columns: [
    { field: 'name', title: '称呼', below: (lead) => <CellSubline>{lead.phone}</CellSubline> },
    { field: 'state', title: '状态', type: 'status', words: leadStates, looks: leadStateStyles },
    { field: 'interest', title: '想了解', text: formatInterest },
    { field: 'company', title: '单位' },
    {
      field: 'assignee',
      title: '负责人',
      text: (lead) => (lead.assignee ? `${lead.assignee.nickname}${lead.own ? '（我）' : ''}` : '无人负责'),
    },
    {
      field: 'last_note',
      title: '最近跟进',
      render: ({ last_note: note }) => <BriefText>{note ?? ''}</BriefText>,
      text: ({ last_note: note }) => note ?? '',
    },
    { field: 'created_at', title: '提交时间', type: 'time' },
    {
      field: 'reply_by',
      title: '最迟回复',
      type: 'time',
      value: ({ state, reply_by: replyBy }) => (state === 'new' ? replyBy : null),
    },
  ],
  details: [
    { field: 'phone', title: '手机号' },
    {
      field: 'user_id',
      title: '提交者',
      render: ({ user_id: id }) =>
        id && (
          <EntityLink kind="operator-users" id={id}>
            {id}
          </EntityLink>
        ),
      text: (lead) => lead.user_id ?? '访客',
    },
  ],
  filters: {
    state: { label: '状态', options: leadStates },
    interest: { label: '想了解', options: leadInterests },
    assigned: { label: '负责人', options: { me: '由我负责', nobody: '无人负责' } },
  },
  search: '手机号、称呼或单位',
  actions: [
    {
      name: 'take',
      label: '由我负责',
      icon: <Icon name="user" />,
      endpoint: operatorLeads.take,
      allowed: (lead) => isOpen(lead) && !lead.own,
      whenOff: 'hidden',
      effect: '之后由你联系并跟进，你会看到完整手机号；这次查看记入审计。',
    },
    {
      name: 'follow',
      label: '记录跟进',
      icon: <Icon name="edit" />,
      endpoint: operatorLeads.follow,
      fields: [
        { name: 'state', label: '状态', input: 'radio', options: leadStates },
        { name: 'note', label: '跟进情况', input: 'textarea', placeholder: '例如 已电话沟通，下周出方案' },
      ],
      initial: (lead) => ({ state: lead.state === 'new' ? 'following' : lead.state }),
    },
    {
      name: 'assign',
      label: '分配',
      icon: <Icon name="move" />,
      endpoint: operatorLeads.assign,
      allowed: isOpen,
      whenOff: 'hidden',
      effect: '对方会收到通知，并看到完整手机号。',
      fields: [{ name: 'assignee_id', label: '负责人', render: AssigneeInput }],
    },
  ],
  pages: { show: () => import('./LeadShow.tsx') },
  empty: { title: '还没有售前线索', hint: '访客在一体机页面提交咨询后会出现在这里，客服与管理员会收到通知。', action: null },
})
