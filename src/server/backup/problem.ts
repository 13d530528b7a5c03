/** Why a backup cannot be read, written or restored. The message is one sentence or two, for the operator. */
export class BackupError extends Error {}

export const notABackup = (): BackupError => new BackupError('This is no backup of Levro.')

export const cutOff = (): BackupError =>
  new BackupError('The backup is damaged: it ends before its end, as after a copy that was broken off.')

export const changed = (): BackupError =>
  new BackupError('The backup is damaged: it is not what was written once.')
