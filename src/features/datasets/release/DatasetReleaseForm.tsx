import { Alert, Button, Form, type FormItemProps, Input, Radio } from 'antd'
import { useNavigate } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { MarkdownEditor } from '#src/admin/markdown-editor/MarkdownEditor.tsx'
import { Suggestions } from '#src/admin/Suggestions.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { DatasetFields } from '#src/features/datasets/DatasetFields.tsx'
import { paths } from '#src/paths.ts'
import { createZodFormRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './DatasetReleaseForm.module.css'
import { DatasetSourceInput } from './DatasetSourceInput.tsx'
import { buildDatasetFormValues, type DatasetReleaseTask, formatMountPath, toReleaseEndpoint } from './release-task.ts'

interface DatasetSourceFieldProps {
  /** The files copied for this version still exist. */
  keepable: boolean
  rule: Pick<FormItemProps, 'rules' | 'validateTrigger'>
}

/** Source of the files: a folder of the user's file storage, or the files copied earlier. */
function DatasetSourceField({ keepable, rule }: DatasetSourceFieldProps) {
  const keep = Form.useWatch<boolean>('keep') ?? keepable
  return (
    <>
      <Form.Item name="keep" label="文件" hidden={!keepable}>
        <Radio.Group
          optionType="button"
          options={[
            { value: true, label: '沿用已复制的文件' },
            { value: false, label: '重新选择文件夹' },
          ]}
        />
      </Form.Item>
      {!(keepable && keep) && (
        <Form.Item name="source" label="文件夹" extra="进入要发布的文件夹，其中的全部内容都会被复制" {...rule}>
          <DatasetSourceInput />
        </Form.Item>
      )}
    </>
  )
}

/** Suggested licences for data; any other text is allowed. */
const datasetLicences = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'ODC-By-1.0',
  'ODbL-1.0',
  'PDDL-1.0',
  'MIT',
  'Apache-2.0',
  '仅限研究使用',
].map((value) => ({ value }))

const readmeTemplate = `## 内容
有什么文件，各有多少行、列或张

## 出处
原作者、论文或网址，怎样引用

## 读取
import pandas as pd
df = pd.read_csv("/datasets/…/data.csv")`

type FormValues = Record<string, unknown> & { keep: boolean }
const names = ['name', 'slug', 'summary', 'type_id', 'tags', 'version', 'licence', 'readme', 'source']

/** Form to publish a version; pre-filled from an earlier version. */
export function DatasetReleaseForm({ task }: { task: DatasetReleaseTask }) {
  const navigate = useNavigate()
  const [form] = Form.useForm<FormValues>()
  const typed = Form.useWatch<{ slug?: string; version?: string; keep?: boolean }>([], form) ?? {}
  const endpoint = toReleaseEndpoint(task)
  const rule = (name: string) => ({ rules: [createZodFormRule(endpoint.body, name)], validateTrigger: validateOnBlur })

  const { send } = useAction(endpoint, {
    onDone: ({ data }) => navigate(paths.myDataSet(task.kind === 'new' ? (data as { id: string }).id : task.set.id)),
  })
  const { submit, sending, failure } = useFormSubmit(form, async ({ keep, ...body }: FormValues) => {
    const id = task.kind === 'again' ? task.version.id : task.kind === 'version' ? task.set.id : undefined
    const sent = { ...(id && { params: { id } }), body: keep ? { ...body, source: null } : body }
    await send(sent)
  })

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={sending}
      scrollToFirstError={{ focus: true }}
      initialValues={buildDatasetFormValues(task)}
      onFinish={submit}
    >
      {failure && <FormFailure error={failure} fields={names} />}
      {task.kind === 'again' && task.version.reason && (
        <Alert type="warning" showIcon className={styles.reason ?? ''} message={`上次的结果：${task.version.reason}`} />
      )}
      <DatasetSourceField keepable={task.kind === 'again' && task.version.has_files} rule={rule('source')} />
      {task.kind === 'new' && (
        <>
          <DatasetFields schema={endpoint.body} />
          <Form.Item name="slug" label="英文短名" extra="小写字母、数字和 -，用在挂载路径里，之后不能修改" {...rule('slug')}>
            <Input autoComplete="off" spellCheck={false} placeholder="iris" />
          </Form.Item>
        </>
      )}
      {task.kind !== 'again' && (
        <Form.Item name="version" label="版本" {...rule('version')}>
          <Input autoComplete="off" spellCheck={false} placeholder="1.0" />
        </Form.Item>
      )}
      <p className={styles.mount}>
        实例内的只读挂载路径 <code>{formatMountPath(task, typed)}</code>
      </p>
      <Form.Item name="licence" label="许可" extra="选一个，或写下原作者的许可名称" {...rule('licence')}>
        <Suggestions options={datasetLicences} maxLength={limits.dataSetLicenceMax} placeholder="例如 CC-BY-4.0" />
      </Form.Item>
      <Form.Item name="readme" label="说明" extra="写清内容、出处、格式与读取方法" {...rule('readme')}>
        <MarkdownEditor max={limits.dataSetReadmeMax} placeholder={readmeTemplate} />
      </Form.Item>
      <p className={styles.consent}>
        提交即表示你有权按所写的许可再分发这些文件，其中没有个人信息。审核通过后，这个版本的内容不能再改。
      </p>
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" loading={sending}>
          提交审核
        </Button>
        <Button onClick={() => void navigate(task.kind === 'new' ? paths.myDataSets : paths.myDataSet(task.set.id))}>取消</Button>
      </div>
    </Form>
  )
}
