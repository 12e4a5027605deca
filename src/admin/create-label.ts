import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'

/** What making a new one is called: on the button, on the page it opens, in the tab and in the command palette. */
export const formatCreateLabel = ({ form, label }: { label: string; form?: { createLabel?: string } | undefined }): string =>
  form?.createLabel ?? addMixedSpacing(`新建${label}`)
