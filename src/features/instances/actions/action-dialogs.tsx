import type { FunctionComponent } from 'react'
import { ActionDialog } from './ActionDialog.tsx'
import type { DialogProps } from './ActionModal.tsx'
import { ChangeImage } from './ChangeImage.tsx'
import { CloneInstance } from './CloneInstance.tsx'
import { MigrateInstance } from './MigrateInstance.tsx'
import { type PowerAction, power_actions, type WorkAction } from './power-actions.ts'
import { ResizeDisk } from './ResizeDisk.tsx'
import { SaveImage } from './SaveImage.tsx'

const power = Object.fromEntries(
  power_actions.map((action) => [
    action,
    ({ row, onClose }: DialogProps) => <ActionDialog action={action} instance={row} onClose={onClose} />,
  ]),
) as Record<PowerAction, FunctionComponent<DialogProps>>

/** A dialog for each action, as a row's action opens it. */
export const dialogs: Record<PowerAction | WorkAction, FunctionComponent<DialogProps>> = {
  ...power,
  save_image: SaveImage,
  change_image: ChangeImage,
  clone: CloneInstance,
  resize_disk: ResizeDisk,
  migrate: MigrateInstance,
}
