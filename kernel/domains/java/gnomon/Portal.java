package gnomon;

/**
 * A service that other domains may call: an interface that extends this one. Arguments and results go from one domain to
 * the other as copies, with everything that they refer to; so do exceptions. See {@link Naming}.
 */
public interface Portal {
}
