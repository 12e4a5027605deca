import { Form, Modal } from 'antd'
import { type MyDataset, myDatasets } from '#contract/my-datasets.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useAction } from '#src/admin/use-action.ts'
import { DatasetFields } from '#src/features/datasets/DatasetFields.tsx'

type FormValues = Pick<MyDataset, 'name' | 'summary' | 'tags'> & { type_id: string }
const fields = ['name', 'summary', 'type_id', 'tags']

interface Props {
  resource: Resource
  row: Row
  onClose: () => void
}

/** Edits name, summary, type and tags, which belong to no version and can change at any time. */
export default function EditDatasetDialog({ row, onClose }: Props) {
  const set = row as unknown as MyDataset // rows of this resource
  const [form] = Form.useForm<FormValues>()
  const { send } = useAction(myDatasets.update, { onDone: onClose })
  const { submit, sending, failure } = useFormSubmit(form, (body: FormValues) => send({ params: { id: set.id }, body }))

  return (
    <Modal
      open
      title={`修改「${set.name}」的信息`}
      okText="保存"
      okButtonProps={{ loading: sending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={sending}
        initialValues={{ ...set, type_id: set.type.id }}
        onFinish={submit}
      >
        {failure && <FormFailure error={failure} fields={fields} />}
        <p>短名 {set.slug} 是挂载路径的一部分，不能修改。</p>
        <DatasetFields schema={myDatasets.update.body} />
      </Form>
    </Modal>
  )
}
