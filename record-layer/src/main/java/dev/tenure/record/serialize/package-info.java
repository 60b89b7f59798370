/**
 * Records as stored bytes: message, compression, encryption, envelope.
 *
 * <p>Start at {@link dev.tenure.record.serialize.RecordSerializer}, the chain; {@link
 * dev.tenure.record.serialize.SerializerOptions} says which links it has. The bytes are in {@code
 * Envelope} and {@code EnvelopeHead}, encryption is in {@code RecordCipher}, the way back from a
 * body to a message in {@code BodyReader}.
 *
 * <p>What must stay true: any bytes give a record or a {@code RecordLayerException} that names the
 * record and why; what a head declares is checked before anything is allocated for it; no error and
 * no {@code toString} shows a key; every record ever written stays readable. Knows protobuf
 * messages and bytes, and nothing of stores, keys in the database and transactions.
 */
@NullMarked
package dev.tenure.record.serialize;

import org.jspecify.annotations.NullMarked;
