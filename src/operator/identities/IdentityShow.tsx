import { Descriptions } from 'antd'
import { useState } from 'react'
import { type OperatorIdentity, operatorIdentities, type RevealedIdentityCase } from '#contract/operator/identities.ts'
import type { Resource } from '#src/admin/resource.ts'
import { callEndpoint } from '#src/api/call.ts'
import CaseShow from '#src/operator/shared/CaseShow.tsx'
import { RevealPanel } from '#src/operator/shared/RevealPanel.tsx'

/** Full name and number; cleared when the page is left. */
function PersonPanel({ one }: { one: OperatorIdentity }) {
  const [person, setPerson] = useState<RevealedIdentityCase>()
  const open = async (reason: string) => {
    setPerson((await callEndpoint(operatorIdentities.reveal, { params: { id: one.id }, body: { reason } })).data)
  }
  return (
    <RevealPanel
      title="核对身份"
      twin={one.twin && '同一身份证号已认证另一个账号，不能再次通过。'}
      own={one.own && '这是你自己提交的实名，请由其他审核人员处理。'}
      ask={{
        lead: '查看完整姓名和号码需要验证身份，原因与查看时间记入审计。',
        rule: operatorIdentities.reveal.body.shape.reason,
        reason: '核对个人实名',
        label: '查看姓名与号码',
        open,
      }}
    >
      {person && (
        <Descriptions
          column={1}
          items={[
            { key: 'name', label: '姓名', children: person.name },
            { key: 'id_number', label: '身份证号', children: person.id_number },
          ]}
        />
      )}
    </RevealPanel>
  )
}

/** A person waiting for verification: identity and history. */
export default function IdentityShow({ resource }: { resource: Resource }) {
  return (
    <CaseShow resource={resource} of={operatorIdentities.get}>
      {(one) => one.status === 'pending' && <PersonPanel key={one.id} one={one} />}
    </CaseShow>
  )
}
