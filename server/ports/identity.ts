/** Checks a name against an ID number with an authority. Rejects when the authority cannot be asked. */
export interface IdentityCheck {
  readonly sandbox: boolean
  matches(person: { name: string; id_number: string }): Promise<boolean>
}
