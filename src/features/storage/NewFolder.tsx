import { file_storage } from '#contract/file-storage.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'
import { NameDialog } from './NameDialog.tsx'
import type { UploadPlace } from './use-start-uploads.ts'
import { useStorageChanged } from './use-storage-changed.ts'

/** Makes a folder in the one that is open. */
export default function NewFolder({ place, onClose }: { place: UploadPlace; onClose: () => void }) {
  const changed = useStorageChanged()
  const make = async (name: string) => {
    toast.success((await call(file_storage.create_folder, { body: { ...place, name } })).message)
    await changed()
  }
  return <NameDialog title="新建文件夹" ok="新建" initial="" selected={0} send={make} onClose={onClose} />
}
