import type { FunctionComponent } from 'react'
import { ActionDialog } from './ActionDialog.tsx'
import type { ActionDialogProps } from './ActionModal.tsx'
import { ChangeImage } from './ChangeImage.tsx'
import { CloneInstance } from './CloneInstance.tsx'
import { MigrateInstance } from './MigrateInstance.tsx'
import { type InputAction, type PowerActionName, powerActions } from './power-actions.ts'
import { ResizeDisk } from './ResizeDisk.tsx'
import { SaveImage } from './SaveImage.tsx'

const powerDialogs = Object.fromEntries(
  powerActions.map((action) => [
    action,
    ({ row, onClose }: ActionDialogProps) => <ActionDialog action={action} instance={row} onClose={onClose} />,
  ]),
) as Record<PowerActionName, FunctionComponent<ActionDialogProps>>

/** A dialog for each action, as a row's action opens it. */
export const actionDialogs: Record<PowerActionName | InputAction, FunctionComponent<ActionDialogProps>> = {
  ...powerDialogs,
  save_image: SaveImage,
  change_image: ChangeImage,
  clone: CloneInstance,
  resize_disk: ResizeDisk,
  migrate: MigrateInstance,
}
