import { Button, Form, Input, Select } from 'antd'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import {
  type OriginalCandidate,
  type OriginalKind,
  originalKinds,
  originals,
  OriginalForm as Schema,
} from '#contract/originals.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { FormFooter } from '#src/admin/form/FormFooter.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'

interface FormValues {
  /** Format: `image/<id>` */
  entry_id: string | undefined
  statement: string
  links: string
}

const kinds = Object.keys(originalKinds) as OriginalKind[]
const toEntryKey = ({ kind, id }: Pick<OriginalCandidate, 'kind' | 'id'>) => `${kind}/${id}`
const formatIneligible = ({ original, open }: OriginalCandidate) => (original ? '（已有徽章）' : open ? '（申请待审核）' : '')
const splitLines = (links: string) =>
  links
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const linesRule = {
  validator: (rule: unknown, links: string) => createZodRule(Schema.shape.links).validator(rule, splitLines(links)),
}

/** Application form; works that have the badge or a pending application cannot be selected. */
function OriginalApplicationForm({ listPath, candidates }: { listPath: string; candidates: readonly OriginalCandidate[] }) {
  const [form] = Form.useForm<FormValues>()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const asked = candidates.find(
    (one) => toEntryKey(one) === `${search.get('kind')}/${search.get('entry_id')}` && !one.original && !one.open,
  )

  const { send } = useAction(originals.create, { onDone: () => navigate(listPath, { replace: true }) })
  const { submit, sending, failure } = useFormSubmit(form, async ({ entry_id: entryId = '', statement, links }: FormValues) => {
    const chosen = candidates.find((one) => toEntryKey(one) === entryId)
    if (!chosen) return
    const body = { kind: chosen.kind, entry_id: chosen.id, statement, links: splitLines(links) }
    await send({ body })
  })

  return (
    <Form
      form={form}
      name="original"
      layout="vertical"
      requiredMark={false}
      disabled={sending}
      initialValues={{ entry_id: asked && toEntryKey(asked), statement: '', links: '' }}
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
              label: originalKinds[kind],
              options: candidates
                .filter((one) => one.kind === kind)
                .map((one) => ({
                  value: toEntryKey(one),
                  label: `${one.name}${formatIneligible(one)}`,
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
        rules={[createZodRule(Schema.shape.statement)]}
        validateTrigger={validateOnBlur}
      >
        <Input.TextArea rows={6} showCount maxLength={limits.originalStatementMax} />
      </Form.Item>
      <Form.Item
        name="links"
        label="证明链接"
        extra={`代码仓库、论文或博客，每行一个，最多 ${limits.originalLinksMax} 个；可以不填。`}
        rules={[linesRule]}
        validateTrigger={validateOnBlur}
      >
        <Input.TextArea rows={3} spellCheck={false} placeholder="https://" />
      </Form.Item>
      <FormFooter note="提交后由运营人员审核，结果以通知告诉你。作品照常公开，没有费用。">
        <Button type="primary" htmlType="submit" loading={sending}>
          提交申请
        </Button>
        <Button onClick={() => void navigate(listPath)}>取消</Button>
      </FormFooter>
    </Form>
  )
}

/** Applies for the badge: work, reason and evidence. */
export default function OriginalCreate({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useEndpoint(originals.candidates)
  return (
    <>
      <PageHeading title="申请原创" meaning={resource.meaning} trail={[{ label: resource.label, to: resource.path }]} />
      <PagePanel form>
        <AsyncView
          data={data}
          error={error}
          errorTitle="作品加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={4} columns={1} />}
        >
          {(candidates) =>
            candidates.length ? (
              <OriginalApplicationForm listPath={resource.path} candidates={candidates} />
            ) : (
              <EmptyState
                title="还没有公开的作品"
                hint="镜像或数据集发布之后，才能申请原创徽章。"
                action={
                  <>
                    <Button type="primary" onClick={() => void navigate(paths.releaseImage)}>
                      发布镜像
                    </Button>
                    <Button onClick={() => void navigate(paths.releaseDataSet)}>发布数据集</Button>
                  </>
                }
              />
            )
          }
        </AsyncView>
      </PagePanel>
    </>
  )
}
