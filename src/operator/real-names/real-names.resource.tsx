import { certification_kinds, certification_states, standings } from '#contract/certification.ts'
import { operator_audit } from '#contract/operator/audit.ts'
import { type OperatorRealName, operator_real_names } from '#contract/operator/real-names.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { Below } from '#src/operator/shared/CellSubline.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { case_looks } from './certification-styles.ts'

const decidable = ({ status, own }: OperatorRealName) => status === 'pending' && !own

/** Companies and universities that ask to be certified (product §10), the longest waiting first. */
export default defineResource({
  name: 'operator-real-names',
  label: '企业与高校认证审核',
  meaning: '核对企业与高校的证件。号码和照片默认隐藏，验证身份后才能查看，每次查看都记入审计；审核结束后照片即删除。',
  path: operator_paths.real_names,
  nav: { group: 'people', order: 20, icon: 'id_card' },
  api: { list: operator_real_names.list, one: operator_real_names.get, history: operator_audit.history },
  title: (one) => one.organisation,
  columns: [
    {
      field: 'organisation',
      title: '企业或学校',
      below: (one) => <Below>{one.owner.nickname}</Below>,
    },
    { field: 'status', title: '状态', type: 'status', words: certification_states, looks: case_looks },
    { field: 'kind', title: '类型', type: 'word', words: certification_kinds },
    { field: 'number', title: '证件号' },
    { field: 'submitted_at', title: '提交时间', type: 'time' },
    { field: 'decided_by', title: '审核人', text: (one) => one.decided_by?.nickname ?? '' },
  ],
  details: [
    { field: 'owner', title: '提交者', text: (one) => `${one.owner.nickname}（${one.owner.name ?? '未实名'}）` },
    { field: 'person', title: '法定代表人' },
    { field: 'standing', title: '身份', text: (one) => (one.standing ? standings[one.standing] : '') },
    { field: 'email', title: '学校邮箱' },
    { field: 'reason', title: '驳回原因' },
    { field: 'decided_at', title: '审核时间', type: 'time' },
  ],
  filters: {
    status: { label: '状态', options: certification_states },
    kind: { label: '类型', options: certification_kinds },
  },
  search: '企业、学校、昵称或用户编号',
  actions: [
    {
      name: 'pass',
      label: '通过',
      icon: <Icon name="check" />,
      endpoint: operator_real_names.pass,
      allowed: decidable,
      when_off: 'hidden',
      effect: (one) => `${one.owner.nickname} 将被认证为「${one.organisation}」，证件照片随即删除，不能再查看。`,
    },
    {
      name: 'refuse',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operator_real_names.refuse,
      allowed: decidable,
      when_off: 'hidden',
      effect: '原因会告诉用户，修改后可以重新提交；证件照片随即删除。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 营业执照照片不清楚，请重新拍摄' }],
    },
  ],
  pages: { show: () => import('./CertificationShow.tsx') },
  empty: { title: '没有需要审核的认证', hint: '用户提交企业或高校认证后会出现在这里，审核人员会收到通知。', action: null },
})
