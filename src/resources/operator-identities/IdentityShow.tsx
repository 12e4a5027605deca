import { Alert, Button, Descriptions, Form, Input } from 'antd'
import { useState } from 'react'
import { type OperatorIdentity, operator_identities, type RevealedIdentityCase } from '#contract/operator/identities.ts'
import { call } from '#src/api/call.ts'
import { FormFailure } from '#src/console/generic/form/FormFailure.tsx'
import { useSentForm } from '#src/console/generic/form/use-sent-form.ts'
import Show from '#src/console/generic/show/Show.tsx'
import { Panel } from '#src/console/layout/Panel.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import { zodRule } from '#src/kit/zod-rule.ts'
import type { Resource } from '../define-resource.ts'

const rule = operator_identities.reveal.body.shape.reason

/** Name and number in full, once the reviewer has said why and proved who he is; forgotten when the page is left. */
function PersonPanel({ one }: { one: OperatorIdentity }) {
  const [form] = Form.useForm<{ reason: string }>()
  const [person, setPerson] = useState<RevealedIdentityCase>()
  const { submit, sending, failure } = useSentForm(form, async ({ reason }: { reason: string }) => {
    setPerson((await call(operator_identities.reveal, { params: { id: one.id }, body: { reason } })).data)
  })

  return (
    <Panel title="核对身份">
      {one.twin && <Alert type="warning" showIcon message="同一身份证号已认证另一个账号，不能再次通过。" />}
      {one.own ? (
        <p>这是你自己提交的实名，请由其他审核人员处理。</p>
      ) : person ? (
        <Descriptions
          column={1}
          items={[
            { key: 'name', label: '姓名', children: person.name },
            { key: 'id_number', label: '身份证号', children: person.id_number },
          ]}
        />
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} disabled={sending} onFinish={submit}>
          <p>查看完整姓名和号码需要验证身份，原因与查看时间记入审计。</p>
          {failure && <FormFailure error={failure} fields={['reason']} />}
          <Form.Item
            name="reason"
            label="查看原因"
            initialValue="核对个人实名"
            rules={[zodRule(rule)]}
            validateTrigger={['onBlur', 'onSubmit']}
          >
            <Input maxLength={200} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={sending}>
            查看姓名与号码
          </Button>
        </Form>
      )}
    </Panel>
  )
}

/** A person who waits to be verified: who it is, and who did what. */
export default function IdentityShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const one = row as unknown as OperatorIdentity
        return (
          <Parts>
            {one.status === 'pending' && <PersonPanel key={one.id} one={one} />}
            <History resource={resource} id={row.id} />
          </Parts>
        )
      }}
    </Show>
  )
}
