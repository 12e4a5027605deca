import { Form, Modal } from 'antd'
import { type MyDataSet, my_data_sets } from '#contract/my-datasets.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useSentForm } from '#src/admin/form/use-form-submit.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useAction } from '#src/admin/use-action.ts'
import { EntryFields } from '#src/features/datasets/DatasetFields.tsx'

type Facts = Pick<MyDataSet, 'name' | 'summary' | 'tags'> & { type_id: string }
const fields = ['name', 'summary', 'type_id', 'tags']

interface Props {
  resource: Resource
  row: Row
  onClose: () => void
}

/** Name, summary, type and tags, which belong to no version and may change at any time. */
export default function ChangeFacts({ row, onClose }: Props) {
  const set = row as unknown as MyDataSet // rows of this resource
  const [form] = Form.useForm<Facts>()
  const { send } = useAction(my_data_sets.update, { onDone: onClose })
  const { submit, sending, failure } = useSentForm(form, (body: Facts) => send({ params: { id: set.id }, body }))

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
        <EntryFields schema={my_data_sets.update.body} />
      </Form>
    </Modal>
  )
}
