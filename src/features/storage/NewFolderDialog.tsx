import { fileStorage } from '#contract/file-storage.ts'
import { useAction } from '#src/admin/use-action.ts'
import { NameDialog } from './NameDialog.tsx'
import type { UploadPlace } from './use-start-uploads.ts'

/** Creates a folder in the open folder. */
export default function NewFolderDialog({ place, onClose }: { place: UploadPlace; onClose: () => void }) {
  const { send } = useAction(fileStorage.create_folder)
  const make = (name: string) => send({ body: { ...place, name } })
  return <NameDialog title="新建文件夹" ok="新建" initial="" selected={0} send={make} onClose={onClose} />
}
