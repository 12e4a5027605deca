import { Button, Form, Input, Select } from 'antd'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import {
  type OriginalCandidate,
  type OriginalKind,
  original_kinds,
  originals,
  OriginalForm as Schema,
} from '#contract/originals.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useSentForm } from '#src/admin/form/use-form-submit.ts'
import { useAction } from '#src/admin/use-action.ts'
import { zodRule } from '#src/ui/zod-rule.ts'
import styles from './OriginalApplicationForm.module.css'

interface Typed {
  /** `image/<id>` */
  entry_id: string | undefined
  statement: string
  links: string
}

const kinds = Object.keys(original_kinds) as OriginalKind[]
const keyOf = ({ kind, id }: Pick<OriginalCandidate, 'kind' | 'id'>) => `${kind}/${id}`
const whyNot = ({ original, open }: OriginalCandidate) => (original ? '（已有徽章）' : open ? '（申请待审核）' : '')
const linesOf = (links: string) =>
  links
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const when = ['onBlur', 'onSubmit']
const linesRule = { validator: (_: unknown, links: string) => zodRule(Schema.shape.links).validator(_, linesOf(links)) }

/** The application; works that have the badge or wait for it cannot be chosen. */
export function OriginalForm({ list_path, candidates }: { list_path: string; candidates: readonly OriginalCandidate[] }) {
  const [form] = Form.useForm<Typed>()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const asked = candidates.find(
    (one) => keyOf(one) === `${search.get('kind')}/${search.get('entry_id')}` && !one.original && !one.open,
  )

  const { send } = useAction(originals.create, { onDone: () => navigate(list_path, { replace: true }) })
  const { submit, sending, failure } = useSentForm(form, async ({ entry_id = '', statement, links }: Typed) => {
    const chosen = candidates.find((one) => keyOf(one) === entry_id)
    if (!chosen) return
    const body = { kind: chosen.kind, entry_id: chosen.id, statement, links: linesOf(links) }
    await send({ body })
  })

  return (
    <Form
      form={form}
      name="original"
      layout="vertical"
      requiredMark={false}
      disabled={sending}
      initialValues={{ entry_id: asked && keyOf(asked), statement: '', links: '' }}
      scrollToFirstError={{ focus: true }}
      onFinish={submit}
    >
      {failure && <FormFailure error={failure} fields={['entry_id', 'statement', 'links']} />}
      <Form.Item name="entry_id" label="作品" rules={[{ required: true, message: '请选择作品' }]}>
        <Select
          showSearch
          optionFilterProp="label"
          placeholder="选择公开的镜像或数据集"
          options={kinds
            .map((kind) => ({
              label: original_kinds[kind],
              options: candidates
                .filter((one) => one.kind === kind)
                .map((one) => ({
                  value: keyOf(one),
                  label: `${one.name}${whyNot(one)}`,
                  disabled: one.original || one.open,
                })),
            }))
            .filter(({ options }) => options.length > 0)}
        />
      </Form.Item>
      <Form.Item
        name="statement"
        label="原创说明"
        extra="哪些工作是你做的，与上游或他人的作品有什么不同。"
        rules={[zodRule(Schema.shape.statement)]}
        validateTrigger={when}
      >
        <Input.TextArea rows={6} showCount maxLength={limits.original_statement_max} />
      </Form.Item>
      <Form.Item
        name="links"
        label="证明链接"
        extra={`代码仓库、论文或博客，每行一个，最多 ${limits.original_links_max} 个；可以不填。`}
        rules={[linesRule]}
        validateTrigger={when}
      >
        <Input.TextArea rows={3} spellCheck={false} placeholder="https://" />
      </Form.Item>
      <p className={styles.effect}>提交后由运营人员审核，结果以通知告诉你。作品照常公开，没有费用。</p>
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" loading={sending}>
          提交申请
        </Button>
        <Button onClick={() => void navigate(list_path)}>取消</Button>
      </div>
    </Form>
  )
}
