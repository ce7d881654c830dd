/** The owner is told by mail of these, once when one begins and once when it is over. */
export type IncidentSubject = 'backup' | 'bank' | 'certificate' | 'disk';
