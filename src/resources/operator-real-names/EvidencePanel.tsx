import { Alert, Button, Form, Input } from 'antd'
import { type OperatorRealNameDetail, operator_real_names, type RevealedRealName } from '#contract/operator/real-names.ts'
import { FormFailure } from '#src/console/generic/form/FormFailure.tsx'
import { useSentForm } from '#src/console/generic/form/use-sent-form.ts'
import { Panel } from '#src/console/layout/Panel.tsx'
import { zodRule } from '#src/kit/zod-rule.ts'
import styles from './EvidencePanel.module.css'
import { useEvidence } from './use-evidence.ts'

const rule = operator_real_names.reveal.body.shape.reason

const termsOf = (one: OperatorRealNameDetail, numbers: RevealedRealName): [string, string | null][] => [
  [one.kind === 'company' ? '企业名称' : '学校', one.organisation],
  [one.kind === 'company' ? '统一社会信用代码' : '学号或工号', numbers.number],
  ['法定代表人', numbers.person],
  ['学校邮箱', numbers.email],
  ['提交者姓名', numbers.applicant],
  ['提交者身份证号', numbers.applicant_id_number],
]

/** The numbers in full beside the picture, once the reviewer has said why and proved who he is. */
export function EvidencePanel({ one }: { one: OperatorRealNameDetail }) {
  const [form] = Form.useForm<{ reason: string }>()
  const { evidence, open } = useEvidence(one.id, one.has_picture)
  const { submit, sending, failure } = useSentForm(form, ({ reason }: { reason: string }) => open(reason))

  return (
    <Panel title="核对证件">
      {one.twin && (
        <Alert className={styles.twin ?? ''} type="warning" showIcon message="同一证件号已通过另一个账号的认证，不能再次通过。" />
      )}
      {one.own ? (
        <p className={styles.lead}>这是你自己提交的认证，请由其他审核人员处理。</p>
      ) : evidence ? (
        <div className={styles.evidence}>
          {evidence.picture && (
            <a href={evidence.picture} target="_blank" rel="noopener" className={styles.picture} title="在新标签页查看原图">
              <img src={evidence.picture} alt={`${one.organisation} 的证件照片`} />
            </a>
          )}
          <dl className={styles.terms}>
            {termsOf(one, evidence.numbers).map(
              ([term, value]) =>
                value && (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </div>
      ) : (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          disabled={sending}
          onFinish={submit}
          className={styles.form ?? ''}
        >
          <p className={styles.lead}>查看完整号码和证件照片需要验证身份，原因与查看时间记入审计。</p>
          {failure && <FormFailure error={failure} fields={['reason']} />}
          <Form.Item
            name="reason"
            label="查看原因"
            initialValue="审核认证材料"
            rules={[zodRule(rule)]}
            validateTrigger={['onBlur', 'onSubmit']}
          >
            <Input maxLength={200} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={sending}>
            查看号码与照片
          </Button>
        </Form>
      )}
    </Panel>
  )
}
