import { Modal } from 'antd'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { ResourceForm } from './ResourceForm.tsx'
import { useFormLeave } from './use-form-leave.ts'

/** Short form in a dialog over the page. */
export default function UpdateDialog({ resource, row, onClose }: { resource: Resource; row: Row; onClose: () => void }) {
  const leave = useFormLeave(onClose)
  return (
    <Modal
      open
      title={`${resource.form?.updateLabel ?? '编辑'}「${resource.title(row)}」`}
      footer={null}
      onCancel={leave}
      destroyOnHidden
    >
      <ResourceForm dialog resource={resource} row={row} onSaved={onClose} onCancel={leave} />
    </Modal>
  )
}
