import { certificationKinds, certificationStates, universityStandings } from '#contract/certification.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorRealNames } from '#contract/operator/real-names.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { certificationStateStyles } from '#src/features/verification/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { canDecideByStatus } from '#src/operator/shared/can-decide.ts'
import { createPersonColumn, PersonLink } from '#src/operator/shared/person-column.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { Icon } from '#src/ui/Icon.tsx'

/** Companies and universities that apply for certification (product §10), longest waiting first. */
export default defineResource({
  name: 'operator-real-names',
  label: '企业与高校认证审核',
  meaning: '核对企业与高校的证件。号码和照片默认隐藏，验证身份后才能查看，每次查看都记入审计；审核结束后照片即删除。',
  path: operatorPaths.realNames,
  nav: { section: 'reviews', order: 30, tab: '企业与高校' },
  api: { list: operatorRealNames.list, one: operatorRealNames.get, history: operatorAudit.history },
  title: (one) => one.organisation,
  columns: [
    {
      field: 'organisation',
      title: '企业或学校',
      below: ({ owner }) => (
        <CellSubline>
          <PersonLink person={owner} />
        </CellSubline>
      ),
    },
    { field: 'status', title: '状态', type: 'status', words: certificationStates, looks: certificationStateStyles },
    { field: 'kind', title: '类型', type: 'word', words: certificationKinds },
    { field: 'number', title: '证件号' },
    { field: 'submitted_at', title: '提交时间', type: 'time' },
    createPersonColumn('decided_by', '审核人'),
  ],
  details: [
    createPersonColumn('owner', '提交者', ({ owner }: { owner: { name: string | null } }) => `（${owner.name ?? '未实名'}）`),
    { field: 'person', title: '法定代表人' },
    { field: 'standing', title: '身份', text: (one) => (one.standing ? universityStandings[one.standing] : '') },
    { field: 'email', title: '学校邮箱' },
    { field: 'reason', title: '驳回原因' },
    { field: 'decided_at', title: '审核时间', type: 'time' },
  ],
  filters: {
    status: { label: '状态', options: certificationStates },
    kind: { label: '类型', options: certificationKinds },
  },
  search: '机构、昵称或用户编号',
  actions: [
    {
      name: 'pass',
      label: '通过',
      icon: <Icon name="check" />,
      endpoint: operatorRealNames.pass,
      allowed: canDecideByStatus,
      whenOff: 'hidden',
      effect: (one) => `${one.owner.nickname} 将被认证为「${one.organisation}」，证件照片随即删除，不能再查看。`,
    },
    {
      name: 'refuse',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operatorRealNames.refuse,
      allowed: canDecideByStatus,
      whenOff: 'hidden',
      effect: '原因会告诉用户，修改后可以重新提交；证件照片随即删除。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 营业执照照片不清楚，请重新拍摄' }],
    },
  ],
  pages: { show: () => import('./CertificationShow.tsx') },
  empty: { title: '没有需要审核的认证', hint: '用户提交企业或高校认证后会出现在这里，审核人员会收到通知。', action: null },
})
